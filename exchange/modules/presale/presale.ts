/** The face of pre-sales for operators. */
export { cancelPresaleAct } from './presale.acts';

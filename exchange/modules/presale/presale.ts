/** The face of pre-sales: what operators do with them. */
export { cancelPresaleAct, changePresaleAct, describePresales, openPresaleAct } from './presale.acts';

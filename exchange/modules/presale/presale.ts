/** The face of pre-sales: what operators do with them. */
export { cancelPresaleAct, changePresaleAct, describePresale, describePresales, openPresaleAct } from './presale.acts';

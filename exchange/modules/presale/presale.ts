/** The face of pre-sales: what operators do with them. */
export { cancelPresaleAction, changePresaleAction, describePresale, describePresales, openPresaleAction } from './presale.actions';

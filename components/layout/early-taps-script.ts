/** Taps kept at once; a person who taps more often before the app is there means the last of them. */
const TAPS_MAX = 8;

/**
 * Runs before the first element is parsed. A tap on a button, or a form sent by Enter, that comes before the app is awake would
 * be lost (or sent by the browser itself): it is kept for `EarlyTaps`, which does it again.
 */
export const EARLY_TAPS_SCRIPT = `(()=>{const t=[];const k=(n,v)=>{if(v){n.preventDefault();if(t.push(v)>${TAPS_MAX})t.shift()}};
const c=e=>k(e,e.target.closest&&e.target.closest('button'));const s=e=>k(e,e.target);
addEventListener('click',c,true);addEventListener('submit',s,true);
window.candorEarlyTaps=()=>{removeEventListener('click',c,true);removeEventListener('submit',s,true);return t.splice(0)}})()`;

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can add to the browser's own.
  interface Window {
    /** Ends the keeping and returns what was tapped so far. */
    candorEarlyTaps?: () => HTMLElement[];
  }
}

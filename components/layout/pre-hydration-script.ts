/** Acts kept at once; a person who taps more often before the app is there means the last of them. */
const ACTS_MAX = 16;

/**
 * Runs before the first element is parsed. What a person does before hydration would be lost: a tap on a button has no
 * effect, a form is sent by the browser itself, and, worst, a typed value stays on the screen while the app holds another one.
 * Each is kept for `PreHydration`, which replays it; a button that is replaced under the finger by its screen gets no click, and
 * counts as tapped. The sizes that a user gave to panes are set as well: nothing is laid out twice. A member's page that is put
 * away before `AccountWatch` is there is hidden all the same, and asked for anew when Back brings it up.
 */
export const PRE_HYDRATION_SCRIPT = `(()=>{const a=[];const k=(kind,target)=>{if(a.push({kind,target,value:target.value,checked:target.checked})>${ACTS_MAX})a.shift()};
const c=e=>{const b=e.target.closest&&e.target.closest('button');if(b){e.preventDefault();k('tap',b)}};
let p=null;const g=e=>{p=e.target.closest&&e.target.closest('button')};const u=()=>{if(p&&!p.isConnected)k('tap',p);p=null};
const s=e=>{e.preventDefault();k('submit',e.target)};const i=e=>k('type',e.target);
const l=f=>{f('pointerdown',g,true);f('pointerup',u,true);f('click',c,true);f('submit',s,true);f('input',i,true)};
l(addEventListener);try{const p=JSON.parse(localStorage['candor.panes']);for(const k in p)if(p[k]>0)document.documentElement.style.setProperty('--pane-'+k,p[k]+'px')}catch{}
const d=document.documentElement.dataset,n=f=>e=>{if(e.persisted&&!window.candorAccountWatch)f()};
addEventListener('pagehide',n(()=>{if(document.querySelector('.member'))d.isAway=''}));addEventListener('pageshow',n(()=>{if('isAway'in d)location.reload()}));
window.candorPreHydration=()=>{l(removeEventListener);return a.splice(0)}})()`;

/** `value` and `checked` are what a field held after a `type`: hydration may write over it. */
export type PreHydrationAct = { kind: 'tap' | 'submit' | 'type'; target: HTMLElement; value?: string; checked?: boolean };

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can add to the browser's own.
  interface Window {
    /** Ends the keeping and returns what was done so far, in its order. */
    candorPreHydration?: () => PreHydrationAct[];
    /** `AccountWatch` hides what is put away from now on. */
    candorAccountWatch?: true;
  }
}

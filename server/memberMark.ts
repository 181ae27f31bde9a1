/** Marks the document where a member is signed in. */
const markMember = "try{if(localStorage.getItem('jwt-token'))document.documentElement.dataset.member=''}catch{}"

/** Remembers which of the buttons that say so (`data-early`) was pressed last before the app was there to answer. */
const keepPress =
  "addEventListener('click',e=>{const b=e.target.closest('[data-prerendered] [data-early]');" +
  'if(b)document.documentElement.dataset.pressed=b.dataset.early})'

/**
 * Two lines of script at the head of every prerendered page, for the moment until the app takes over: nobody who has joined is asked
 * to join (`[data-visitor]` in base.css), and a press on the menu is answered once the app can (src/takeOver.ts). The
 * Content-Security-Policy names them by their hash.
 */
export const memberMark = `<script>${markMember};${keepPress}</script>`

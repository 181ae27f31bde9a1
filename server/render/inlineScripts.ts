/** Marks the document where a member is signed in. */
const markMember = "try{if(localStorage.getItem('jwt-token'))document.documentElement.dataset.member=''}catch{}"

/** Remembers which of the buttons and links that need the app (`data-early`) was pressed last before it was there to answer. */
const keepPress =
  "addEventListener('click',e=>{const b=e.target.closest('[data-prerendered] [data-early]');" +
  'if(b&&!e.ctrlKey&&!e.metaKey&&!e.shiftKey){e.preventDefault();document.documentElement.dataset.pressed=b.dataset.early}})'

/**
 * Two lines of script at the head of every prerendered page, for the moment until the app takes over: nobody who has joined is asked
 * to join (`[data-visitor]` in base.css), and a press on what needs the app (the menu, and the languages and the sign-in, which
 * come back to this very page) is answered once it is there (src/prerendered.ts). The Content-Security-Policy names them by their hash.
 */
export const memberMark = `<script>${markMember};${keepPress}</script>`

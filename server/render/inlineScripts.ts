/** Marks the document when a member is signed in. */
const markMember = "try{if(localStorage.getItem('jwt-token'))document.documentElement.dataset.member=''}catch{}"

/** Records which control that needs the app (`data-early`) was pressed last before the app started. */
const recordEarlyPress =
  "addEventListener('click',e=>{const b=e.target.closest('[data-prerendered] [data-early]');" +
  'if(b&&!e.ctrlKey&&!e.metaKey&&!e.shiftKey){e.preventDefault();document.documentElement.dataset.pressed=b.dataset.early}})'

/**
 * The inline script of every prerendered page, for the time until the app starts. It hides what is for visitors from members
 * (`[data-visitor]` in base.css), and records early presses, which the app answers when it mounts (src/earlyInput.ts). The
 * Content-Security-Policy allows it by its hash.
 */
export const inlineScripts = `<script>${markMember};${recordEarlyPress}</script>`

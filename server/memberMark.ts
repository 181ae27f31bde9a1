/**
 * A line of script at the head of every prerendered page: it marks the document where a member is signed in, so that nobody who has
 * joined is asked to join for the moment until the app takes over (`[data-visitor]` in base.css). The Content-Security-Policy
 * names it by its hash.
 */
export const memberMark =
  "<script>try{if(localStorage.getItem('jwt-token'))document.documentElement.dataset.member=''}catch{}</script>"

/** Marks the document when a member is signed in: `new` without points, for whom home has other contents. */
const markMember =
  "try{const s=localStorage,d=document.documentElement.dataset;if(s.getItem('jwt-token')){d.member='';" +
  "if(!JSON.parse(s.getItem('club-bravo.profile')).available_points)d.member='new'}}catch{}"

/**
 * Records which control that needs the app (`data-early`) was pressed last before the app started. Where the start has
 * failed, links lead away as they are, and a button tries the start again.
 */
const recordEarlyPress =
  "addEventListener('click',e=>{const d=document.documentElement.dataset,b=e.target.closest('[data-prerendered] [data-early]');" +
  "if(!b||e.ctrlKey||e.metaKey||e.shiftKey)return;if('unstarted' in d){if(!b.href&&navigator.onLine)location.reload();return}" +
  'e.preventDefault();d.pressed=b.dataset.early})'

/**
 * Records that the page is being left before the app has run (src/platform/leaving.ts). Safari on iOS has no
 * `beforeunload`.
 */
const recordLeaving =
  "{const d=document.documentElement.dataset,leave=()=>{d.leaving=''};addEventListener('beforeunload',leave);" +
  "addEventListener('pageshow',e=>{if(e.persisted)delete d.leaving});" +
  "addEventListener('click',e=>{const a=e.target.closest('[data-prerendered] a[href^=\"/\"]:not([target],[download])');" +
  'if(a&&a.pathname+a.search!==location.pathname+location.search&&!e.defaultPrevented&&!e.ctrlKey&&!e.metaKey&&!e.shiftKey)leave()})}'

/** Keeps the browser's offer to install the app, which may come before the app (src/platform/installPrompt.ts). */
const keepInstallPrompt = "addEventListener('beforeinstallprompt',e=>{e.preventDefault();document.installPrompt=e})"

/**
 * Hides what is for visitors from members (`[data-visitor]` in base.css), and records what the app answers when it
 * mounts (src/earlyInput.ts).
 */
const pageScript = `${markMember};${recordEarlyPress};${recordLeaving};${keepInstallPrompt}`

/**
 * Begins to read which member's credentials IndexedDB has, ahead of the page's styles and elements, because opening a
 * database takes as long as drawing the card. `cardMember` is that member's id, or null: without a stored card, and
 * where IndexedDB fails or does not answer. A database that does not exist is not created.
 */
const readCardMember = `
const cardMember = new Promise((resolve) => {
  const giveUp = () => resolve(null)
  if (!localStorage.getItem('club-bravo.card')) return giveUp()
  setTimeout(giveUp, 1500)
  const name = 'club-bravo-session'
  const opening = indexedDB.open(name)
  opening.onupgradeneeded = () => opening.transaction.abort()
  opening.onerror = giveUp
  opening.onsuccess = () => {
    const reading = opening.result.transaction(name).objectStore(name).get('session')
    reading.onerror = giveUp
    reading.onsuccess = () => {
      opening.result.close()
      resolve(reading.result?.memberId ?? null)
    }
  }
}).catch(() => null)`

/**
 * Fills in the prerendered membership card, or a member's welcome on home, from localStorage (`StoredCard` in
 * src/features/card/storedCard.ts, markup in BlankCard.tsx and BlankMemberHero.tsx) and shows it instead of what
 * visitors see. Browsers write localStorage seconds late: a phone that was killed just after a sign-out, or another
 * member's sign-in, still has the earlier member's card. So the credentials in IndexedDB must be those of the same
 * member (src/session/record.ts). Otherwise the page stays as it is until the app starts. `document.shownFirst` is
 * settled then: the app starts after the card is drawn, because its start would hold up the card on a slow phone.
 */
const fillCard = `
const read = (key) => JSON.parse(localStorage.getItem(key))
const fill = (member) => {
  const card = read('club-bravo.card')
  if (!localStorage.getItem('jwt-token') || card?.version !== 1) return
  const profile = read('club-bravo.profile')
  if (card.memberId !== member || profile.id !== member) return
  const holder = document.querySelector('[data-card]')
  const { card: lang, cardNeeds: needed } = holder.dataset
  const frame = holder.content ?? holder
  if (needed && !profile[needed]) return
  const texts = { ...card, points: String(profile.available_points).replace(/\\B(?=(?:\\d{3})+(?!\\d))/g, ',') }
  const all = (kind) => frame.querySelectorAll('[data-card-' + kind + ']')
  const isInvalid = localStorage.getItem('club-bravo.invalid-membership')
  const untilOrEnded = card.endsAt !== null && (card.endsAt < Date.now() ? 'ended' : 'until')
  const validity = isInvalid ? 'invalid' : card.tier === 'Black' ? 'permanent' : untilOrEnded
  const numbered = card.memberNo === null ? 'unnumbered' : 'numbered'
  const cases = [card.tier, validity, numbered, card.codes && !isInvalid && 'codes']
  for (const element of all('when')) if (!cases.includes(element.dataset.cardWhen)) element.remove()
  for (const element of all('text')) element.textContent = texts[element.dataset.cardText][lang] ?? texts[element.dataset.cardText]
  for (const element of all('code')) {
    const { width, height, path } = card.codes[element.dataset.cardCode]
    const [x, y] = [Number(element.dataset.marginX), Number(element.dataset.marginY)]
    element.setAttribute('viewBox', [-x, -y, width + 2 * x, height + 2 * y].join(' '))
    element.querySelector('path').setAttribute('d', path)
  }
  for (const picture of all('picture')) {
    if (card.picture) picture.src = card.picture.data
    picture.hidden = !card.picture
  }
  for (const element of frame.querySelectorAll('[data-tier]')) element.dataset.tier = card.tier
  holder.previousElementSibling.remove()
  if (holder.content) holder.replaceWith(frame)
  else holder.hidden = false
}
document.shownFirst = Promise.all([cardMember, parsed]).then(([member]) => fill(member)).catch(() => null)`

/** When all elements are there; before the first frame, where the page comes at once. */
const parsed = "const parsed=new Promise(then=>document.addEventListener('DOMContentLoaded',then))"

/**
 * The inline script of a prerendered page, for the time until the app starts: one, and before the page's style, because
 * at a script in the body the browser would draw a frame with what it has until then, and once more with the rest. The
 * Content-Security-Policy allows it by its hash.
 *
 * @param start starts the app once `parsed` is resolved, and `document.shownFirst`, where there is one
 * @param showsMember whether the page shows the stored member
 */
export function headScript(start: string, showsMember: boolean): string {
  const steps = [pageScript, parsed, ...(showsMember ? [readCardMember, fillCard] : []), start]
  return `<script>{${steps.join(';')}}</script>`
}

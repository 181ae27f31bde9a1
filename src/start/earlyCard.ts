import * as v from 'valibot'
import { parseLanguage } from '#contract/language.ts'
import { basicTier } from '#contract/member/tiers.ts'
import { StoredCard } from '#src/features/card/cardRecord.ts'
import { parsed, startApp } from './startApp.ts'
import { watchDocument } from './watchDocument.ts'

/*
 * The inline script of the documents that show what this device has stored of the member: the membership card (BlankCard.tsx), and the welcome on
 * home (BlankMemberHero.tsx).
 */

/** The member's token, profile and card, and whether the membership has become invalid (session/storedSession.ts). */
const keys = {
  token: 'jwt-token',
  profile: 'club-bravo.profile',
  card: 'club-bravo.card',
  invalid: 'club-bravo.invalid-membership',
} as const

/** What is read of the profile. */
const Profile = v.object({ id: v.string(), available_points: v.number() })

/** How long IndexedDB may take, in milliseconds. */
const maxReadMs = 1500

function stored<Schema extends v.GenericSchema>(key: string, schema: Schema): v.InferOutput<Schema> | null {
  try {
    return v.parse(v.pipe(v.string(), v.parseJson(), schema), localStorage.getItem(key))
  } catch {
    return null
  }
}

const has = (key: string) => localStorage.getItem(key) !== null

/**
 * Reads which member's credentials IndexedDB has (storage/storedCredentials.ts), or null. Browsers write localStorage seconds late: a phone that was
 * killed just after a sign-out, or another member's sign-in, still has the earlier member's card. A database that does not exist is not created.
 */
function readMemberId(): Promise<string | null> {
  const name = 'club-bravo-session'
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), maxReadMs)
    const opening = indexedDB.open(name)
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    opening.addEventListener('error', () => resolve(null))
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction(name).objectStore(name).get('session')
      reading.addEventListener('error', () => resolve(null))
      reading.addEventListener('success', () => {
        opening.result.close()
        const record = v.safeParse(v.object({ memberId: v.string() }), reading.result)
        resolve(record.success ? record.output.memberId : null)
      })
    })
  })
}

/** Which of the alternative texts hold, as `data-card-when` names them. */
function casesOf({ tier, endsAt, memberNo, codes }: StoredCard): readonly string[] {
  const isInvalid = has(keys.invalid)
  const until = endsAt === null ? [] : [endsAt < Date.now() ? 'ended' : 'until']
  const validity = tier === basicTier ? ['permanent'] : until
  return [
    tier,
    ...(isInvalid ? ['invalid'] : validity),
    memberNo === null ? 'unnumbered' : 'numbered',
    ...(codes !== null && !isInvalid ? ['codes'] : []),
  ]
}

/** Fills in what the document has for a member, and shows it in place of what visitors see. */
function fill(card: StoredCard, points: number): void {
  const holder = document.querySelector<HTMLElement>('[data-card]')
  const content = holder?.querySelector('template')?.content
  const lang = parseLanguage(holder?.dataset['card'])
  if (!holder || !content || lang === null) return
  const texts: Record<string, string> = {
    names: card.names[lang],
    ends: card.ends[lang],
    confirmed: card.confirmed[lang],
    memberNo: card.memberNo ?? '',
    points: String(points).replace(/\B(?=(?:\d{3})+$)/g, ','),
  }
  const all = (kind: string) => content.querySelectorAll<HTMLElement>(`[data-card-${kind}]`)
  const cases = casesOf(card)
  for (const element of all('when')) if (!cases.includes(element.dataset['cardWhen'] ?? '')) element.remove()
  for (const element of all('text')) element.textContent = texts[element.dataset['cardText'] ?? ''] ?? ''
  for (const element of all('code')) {
    const drawing = card.codes?.[element.dataset['cardCode'] === 'qr' ? 'qr' : 'bar']
    if (!drawing) continue
    const [x, y] = [Number(element.dataset['marginX']), Number(element.dataset['marginY'])]
    element.setAttribute('viewBox', [-x, -y, drawing.width + 2 * x, drawing.height + 2 * y].join(' '))
    element.querySelector('path')?.setAttribute('d', drawing.path)
  }
  for (const picture of content.querySelectorAll<HTMLImageElement>('[data-card-picture]')) {
    if (card.picture !== null) picture.src = card.picture.data
    picture.hidden = card.picture === null
  }
  for (const element of content.querySelectorAll<HTMLElement>('[data-tier]')) element.dataset['tier'] = card.tier
  holder.replaceChildren(content)
  holder.hidden = false
}

/** Shows what is stored, if it is of the member whose credentials are. Whoever has no points waits on home for the app, which knows the first steps. */
async function showStored(): Promise<void> {
  const [profile, card] = [stored(keys.profile, Profile), stored(keys.card, StoredCard)]
  const isNew = profile !== null && profile.available_points === 0
  if (isNew && has(keys.token)) document.documentElement.dataset['member'] = 'new'
  if (!has(keys.token) || card === null || profile?.id !== card.memberId) return
  const [memberId] = await Promise.all([readMemberId(), parsed])
  const needsPoints = document.querySelector('[data-card-needs-points]') !== null
  if (memberId === card.memberId && !(isNew && needsPoints)) fill(card, profile.available_points)
}

watchDocument()
// The app starts after the card is drawn: its start would hold up the card on a slow phone.
document.shownFirst = Promise.all([showStored().catch(() => undefined), parsed])
void document.shownFirst.then(startApp)

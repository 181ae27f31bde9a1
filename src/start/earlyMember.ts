import * as v from 'valibot'
import { cardKey, profileKey, sessionDatabase, tokenKey } from '#src/storage/names.ts'
import { parsed, startApp } from './startApp.ts'
import { watchDocument } from './watchDocument.ts'

/*
 * For the inline scripts of the documents that show what this device has stored of the member: the membership card
 * (earlyCard.ts), and the welcome on home (earlyWelcome.ts).
 */

/** What is read of the profile and of the credentials. */
const Profile = v.object({ id: v.string(), available_points: v.number() })
const Credentials = v.object({ memberId: v.string() })

/** How long IndexedDB may take, in milliseconds. */
const maxReadMs = 1500

function stored<Schema extends v.GenericSchema>(key: string, schema: Schema): v.InferOutput<Schema> | null {
  try {
    const { output, success } = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? ''))
    return success ? output : null
  } catch {
    return null
  }
}

/** Whether anybody is signed in. */
export const hasToken = () => localStorage.getItem(tokenKey) !== null

export const storedProfile = () => stored(profileKey, Profile)

/**
 * Reads which member's credentials IndexedDB has (session/record.ts), or null. Browsers write localStorage
 * seconds late: a phone that was killed just after a sign-out, or another member's sign-in, still has the earlier
 * member's card. A database that does not exist is not created.
 */
function readMemberId(): Promise<string | null> {
  const name = sessionDatabase
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
        const { output, success } = v.safeParse(Credentials, reading.result)
        resolve(success ? output.memberId : null)
      })
    })
  })
}

/**
 * Shows what the document has for a member in place of what visitors see, if the stored card is of the member whose
 * credentials are.
 *
 * @param Card what is read of the card
 * @param fill fills it in, in the language of the document
 */
export async function showStored<Card extends { memberId: string }>(
  Card: v.GenericSchema<unknown, Card>,
  fill: (content: DocumentFragment, card: Card, lang: string) => void,
): Promise<void> {
  if (!hasToken()) return
  // First: to open a database takes as long as to draw the page.
  const reading = Promise.all([readMemberId(), parsed])
  const card = stored(cardKey, Card)
  if (card === null || storedProfile()?.id !== card.memberId) return
  const [memberId] = await reading
  const holder = document.querySelector<HTMLElement>('[data-card]')
  const content = holder?.querySelector('template')?.content
  if (!holder || !content || memberId !== card.memberId) return
  fill(content, card, holder.dataset['card'] ?? '')
  holder.replaceChildren(content)
  holder.hidden = false
}

/** Writes texts to where the document names them. */
export function writeTexts(content: DocumentFragment, texts: Readonly<Record<string, string>>): void {
  for (const element of content.querySelectorAll<HTMLElement>('[data-card-text]'))
    element.textContent = texts[element.dataset['cardText'] ?? ''] ?? ''
}

/** The app starts after what is stored is drawn: its start would hold that up on a slow phone. */
export function startAfter(show: () => Promise<void>): void {
  watchDocument()
  void Promise.all([show().catch(() => undefined), parsed]).then(startApp)
}

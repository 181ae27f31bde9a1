import { inEachLanguage } from '#contract/language.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { memberName, type RememberedMember, rememberedMember } from '#src/session/member.ts'
import {
  profileTimeKey,
  storedProfile,
  storeCard,
  storedTime,
  storedValue,
  watchStoredSession,
} from '#src/session/storedSession.ts'
import { cardKey } from '#src/storage/names.ts'
import { formatDate, formatDateTime } from '#src/i18n/dates.ts'
import type { Codes } from '#src/ui/codes/codeDrawing.ts'
import { membershipEnd } from './validity.ts'
import { fetchCardPicture } from './cardPicture.ts'
import { StoredCard } from './cardRecord.ts'

const readCard = storedValue(cardKey, StoredCard)
/** The card that could not be stored. */
let unstored: StoredCard | null = null

/** The signed-in member's card, or null; the same object until it changes. Never throws. */
export function storedCard(): StoredCard | null {
  const memberId = rememberedMember()?.id
  return [unstored, readCard()].find((card) => card !== null && card.memberId === memberId) ?? null
}

/** @param confirmedAt when the server answered with this profile */
function cardOf(
  member: RememberedMember,
  profile: MemberProfile,
  confirmedAt: number,
  { codes, picture }: Pick<StoredCard, 'codes' | 'picture'>,
): StoredCard {
  const endsAt = membershipEnd(profile)
  return {
    version: 1,
    memberId: profile.id,
    memberNo: profile.member_no,
    tier: profile.membership_tier,
    names: inEachLanguage((lang) => memberName(member, lang) ?? ''),
    endsAt,
    ends: inEachLanguage((lang) => (endsAt === null ? '' : formatDate(endsAt, lang))),
    confirmedAt,
    confirmed: inEachLanguage((lang) => formatDateTime(confirmedAt, lang)),
    codes,
    picture,
  }
}

/**
 * Keeps the stored card as the server last confirmed the member: now, and after every change of the stored session in
 * any tab. The end of a session deletes the card with it (`clearStoredSession`).
 */
export function keepStoredCard(): void {
  watchStoredSession(() => void updateCard())
  void updateCard()
}

async function updateCard(): Promise<void> {
  const [member, profile, confirmedAt] = [rememberedMember(), storedProfile(), storedTime(profileTimeKey)]
  if (member === null || profile === null || confirmedAt === null) return
  const earlier = storedCard()
  if (earlier?.confirmedAt === confirmedAt) return
  const drawn = earlier?.memberNo === profile.member_no ? earlier.codes : null
  const codes = drawn ?? (await codesOf(profile.member_no))
  // A sign-out, or another member, may have come in between.
  if (rememberedMember() !== member) return
  const path = profile.membership_card?.path ?? null
  const known = earlier?.picture?.path === path ? earlier.picture : null
  const card = cardOf(member, profile, confirmedAt, { codes, picture: known })
  keepCard(card)
  // The card waits for no picture.
  const picture = path === null || known !== null ? null : await fetchCardPicture(path)
  if (picture !== null && rememberedMember() === member) keepCard({ ...card, picture })
}

function keepCard(card: StoredCard): void {
  unstored = card
  try {
    storeCard(JSON.stringify(card))
    unstored = null
  } catch {
    // Without room, it is shown as long as the page is open.
  }
}

/** The codes of a member number, or null if there is none, or it cannot be drawn. */
async function codesOf(memberNo: string | null): Promise<Codes | null> {
  if (memberNo === null) return null
  try {
    const { drawCodes } = await import('#src/ui/codes/drawCodes.ts')
    return drawCodes(memberNo)
  } catch {
    // The number itself stands on the card.
    return null
  }
}

import { defaultLanguage, parseLanguage } from '#contract/language.ts'
import { basicTier } from '#contract/member/tiers.ts'
import { StoredCard } from '#src/features/card/cardRecord.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { invalidMembershipKey } from '#src/storage/names.ts'
import { showStored, startAfter, writeTexts } from './earlyMember.ts'

/* The inline script of the membership card (BlankCard.tsx). */

/** Which of the alternative texts hold, as `data-card-when` names them. */
function casesOf({ tier, endsAt, memberNo, codes }: StoredCard): readonly string[] {
  // The membership has become invalid (session/storedSession.ts).
  const isInvalid = localStorage.getItem(invalidMembershipKey) !== null
  const until = endsAt === null ? [] : [endsAt < clubNow() ? 'ended' : 'until']
  const validity = tier === basicTier ? ['permanent'] : until
  return [
    tier,
    ...(isInvalid ? ['invalid'] : validity),
    memberNo === null ? 'unnumbered' : 'numbered',
    ...(codes !== null && !isInvalid ? ['codes'] : []),
  ]
}

const show = () =>
  showStored(StoredCard, (content, card, documentLanguage) => {
    const lang = parseLanguage(documentLanguage) ?? defaultLanguage
    const { names, ends, confirmed, memberNo, codes, picture, tier } = card
    const cases = casesOf(card)
    for (const element of content.querySelectorAll<HTMLElement>('[data-card-when]'))
      if (!cases.includes(element.dataset['cardWhen'] ?? '')) element.remove()
    writeTexts(content, {
      names: names[lang],
      ends: ends[lang],
      confirmed: confirmed[lang],
      memberNo: memberNo ?? '',
    })
    for (const element of content.querySelectorAll<HTMLElement>('[data-card-code]')) {
      const drawing = codes?.[element.dataset['cardCode'] === 'qr' ? 'qr' : 'bar']
      if (!drawing) continue
      const [x, y] = [Number(element.dataset['marginX']), Number(element.dataset['marginY'])]
      element.setAttribute('viewBox', [-x, -y, drawing.width + 2 * x, drawing.height + 2 * y].join(' '))
      element.querySelector('path')?.setAttribute('d', drawing.path)
    }
    for (const image of content.querySelectorAll<HTMLImageElement>('[data-card-picture]')) {
      if (picture !== null) image.src = picture.data
      image.hidden = picture === null
    }
    for (const element of content.querySelectorAll<HTMLElement>('[data-tier]')) element.dataset['tier'] = tier
  })

startAfter(show)

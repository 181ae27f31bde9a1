import { CardOwner } from '#src/features/card/cardRecord.ts'
import { hasToken, showStored, startAfter, storedProfile, writeTexts } from './earlyMember.ts'

/*
 * The inline script of home: a member's welcome (BlankMemberHero.tsx). Whoever has no points waits for the app, which
 * knows the first steps.
 */
startAfter(async () => {
  const points = storedProfile()?.available_points
  if (points === 0 && hasToken()) document.documentElement.dataset['member'] = 'new'
  else
    await showStored(CardOwner, (content, { names }, lang) =>
      writeTexts(content, { names: names[lang], points: String(points).replace(/\B(?=(?:\d{3})+$)/g, ',') }),
    )
})

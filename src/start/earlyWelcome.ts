import * as v from 'valibot'
import type { StoredCard } from '#src/features/card/cardRecord.ts'
import { hasToken, showStored, startAfter, storedProfile, writeTexts } from './earlyMember.ts'

/*
 * The inline script of home: a member's welcome (BlankMemberHero.tsx). Whoever has no points waits for the app, which
 * knows the first steps.
 */

/** What is read of the card. Its names by any language: the table of languages would make the script a sixth longer. */
const CardOwner = v.object({
  version: v.literal(1 satisfies StoredCard['version']),
  memberId: v.string(),
  names: v.record(v.string(), v.string()),
})

startAfter(async () => {
  const points = storedProfile()?.available_points
  if (points === 0 && hasToken()) document.documentElement.dataset['member'] = 'new'
  else
    await showStored(CardOwner, (content, { names }, lang) =>
      writeTexts(content, { names: names[lang] ?? '', points: String(points).replace(/\B(?=(?:\d{3})+$)/g, ',') }),
    )
})

import { Trans } from '@lingui/react/macro'
import type { CardProblem } from './cardFile.ts'

/** Why a file is no student card, and what to do. */
export function ProblemText({ problem }: { problem: CardProblem }) {
  switch (problem) {
    case 'empty':
      return <Trans>This file is empty. Please choose another one.</Trans>
    case 'too_large':
      return <Trans>This file is too large: a PDF can have 8 MB, a picture 40 MB. Please choose a smaller one.</Trans>
    case 'unsupported':
      return <Trans>We can’t open this file. Please choose a picture (JPEG, PNG or WebP) or a PDF.</Trans>
    case 'locked':
      return <Trans>This PDF is password-protected. Please choose one that opens without a password, or a photo.</Trans>
    case 'broken':
      return <Trans>This file is damaged or no longer there. Please choose another one, or take a new photo.</Trans>
    case 'unavailable':
      return <Trans>We couldn’t open the picture. Check your connection and choose it again.</Trans>
  }
}

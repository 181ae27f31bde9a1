import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { type ShareProblem, shareProblems } from '#contract/scan/share.ts'
import {
  addTicketMessages,
  type SignInMessages,
  savedTicketMessages,
  notATicketMessages,
  unkeptTicketMessages,
} from '#src/features/scan/signInMessages.ts'
import { areTicketsUnstored, isLinkWithoutTicket } from '#src/outbox/page/receivedTickets.ts'

const Search = v.object({ problem: v.picklist(shareProblems) })

/** The problem in a search (`answerToShare`), or null. */
export function shareProblemOf(search: unknown): ShareProblem | null {
  const parsed = v.safeParse(Search, search)
  return parsed.success ? parsed.output.problem : null
}

interface ProblemMessages {
  title: MessageDescriptor
  advice: MessageDescriptor
}

/** What happened to shared files, and what to do. */
export const shareProblemMessages: Record<ShareProblem, ProblemMessages> = {
  full: {
    title: msg`There’s no space left on this device`,
    advice: msg`Some of your files didn’t arrive. They’re still where you shared them from: delete some photos or apps, then share them again.`,
  },
  failed: {
    title: msg`Some of your files didn’t arrive`,
    advice: msg`They’re still where you shared them from. Share them again.`,
  },
  signed_out: {
    title: msg`Sign in before you share a ticket`,
    advice: msg`Your files are still where you shared them from. Sign in, then share them again.`,
  },
  not_ready: {
    title: msg`Your files didn’t arrive`,
    advice: msg`Club Bravo was still being set up on this device. Your files are still where you shared them from: share them again.`,
  },
  too_large: {
    title: msg`Your files are too large to share together`,
    advice: msg`They’re still where you shared them from. Share fewer of them at a time.`,
  },
}

/**
 * For visitors: that nothing arrived is told before they sign in, and only what is kept is promised.
 *
 * @param isKept whether a ticket or a file waits on this device
 */
export function signInMessagesOf(problem: ShareProblem | null, isKept: boolean): SignInMessages {
  if (problem !== null) {
    const { title, advice } = shareProblemMessages[problem]
    return { title, reason: advice }
  }
  if (isKept) return savedTicketMessages
  if (areTicketsUnstored()) return unkeptTicketMessages
  return isLinkWithoutTicket() ? notATicketMessages : addTicketMessages
}

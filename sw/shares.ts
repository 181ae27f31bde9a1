import { registerRoute } from 'workbox-routing'
import { answerToShare, type ShareProblem } from '#contract/scan/share.ts'
import { ticketPath } from '#contract/scan/ticket.ts'
import { openReceivedFiles } from '#src/outbox/receivedFiles.ts'
import { StorageError } from '#src/storage/durableStore.ts'
import { readCredentials } from '#src/session/record.ts'

const receivedFiles = openReceivedFiles()

/**
 * Takes the files that other apps share with this one (`share_target` of the manifests), and opens the page that reads
 * them.
 */
export function takeShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === ticketPath,
    async ({ request }) => Response.redirect(answerToShare(await keepFiles(request)), 303),
    'POST',
  )
}

/** Keeps every file that can be kept, each by itself. Returns why others could not be, or null. */
async function keepFiles(request: Request): Promise<ShareProblem | null> {
  let problem: ShareProblem | null = null
  const fail = (error: unknown) => {
    problem = error instanceof StorageError && error.fault === 'quota' ? 'full' : 'failed'
  }
  try {
    // Before the body, which may take long: whoever has signed in by then must not get the files of this one.
    const receiver = await receivedFiles.receiver((await readCredentials())?.memberId ?? null)
    if (receiver === null) return 'signed_out'
    const form = await request.formData()
    for (const part of form.values()) {
      if (!(part instanceof File)) continue
      const isKept = await receivedFiles.keep(part, receiver).catch(fail)
      if (isKept === false) fail(new Error('The session has ended meanwhile.'))
    }
  } catch (error) {
    fail(error)
  }
  return problem
}

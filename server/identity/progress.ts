import type { Provider } from 'oidc-provider'
import * as v from 'valibot'
import { OpenedAccount } from './openAccount.ts'

/** A sign-in in progress, as oidc-provider stores it. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

const typed = v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(320))), null)
/** Whose password was right: what is left is an offer. */
const SignedIn = v.object({ id: v.string(), email: v.string(), emailVerified: v.boolean(), passwordHash: v.string() })
export type SignedIn = v.InferOutput<typeof SignedIn>

const Progress = v.object({
  typed,
  opened: v.fallback(v.nullable(OpenedAccount), null),
  signedIn: v.fallback(v.nullable(SignedIn), null),
})

/**
 * How far a person has come: the address last typed, the account that was asked for, and the one that is signed in to;
 * null until then.
 */
type Progress = v.InferOutput<typeof Progress>

/**
 * Every form is answered by a redirect (“back” never asks to send it again): the page that follows reads what was typed
 * here.
 */
export function progressOf({ result }: Interaction): Progress {
  return v.parse(Progress, {
    typed: result?.['typed'],
    opened: result?.['opened'],
    signedIn: result?.['signedIn'],
  })
}

/** Adds to what is known of how far a person has come, in the interaction’s row. */
export async function saveProgress(interaction: Interaction, changes: Partial<Progress>): Promise<void> {
  interaction.result = v.parse(Progress, { ...progressOf(interaction), ...changes })
  await interaction.persist()
}

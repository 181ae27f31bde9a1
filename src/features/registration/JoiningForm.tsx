import { useRememberedMember } from '#src/session/member.ts'
import type { JoiningFlow } from './flows.ts'
import { RegistrationFormPage } from './RegistrationFormPage.tsx'

/** The form of a way to join, for the signed-in member. `step` is the one in the address, not checked. */
export function JoiningForm({ flow, step }: { flow: JoiningFlow; step: string | undefined }) {
  const member = useRememberedMember()
  return member && <RegistrationFormPage key={member.id} flow={flow} wantedStep={step} />
}

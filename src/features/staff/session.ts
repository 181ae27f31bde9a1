import { createContext, useContext } from 'react'
import type { staffSession } from '#contract/staff/today.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { PermissionName } from '#contract/staff/roles.ts'

/** Who is signed in. */
export type Session = AnswerOf<typeof staffSession>

export const SessionContext = createContext<Session | null>(null)

/** Who is signed in, below the shell of the pages. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('Nobody is signed in here')
  return session
}

/** Whether one of somebody's roles allows something. The server decides: this only hides what it would refuse. */
export function useMay(): (permission: PermissionName) => boolean {
  const { permissions } = useSession()
  return (permission) => permissions.includes(permission)
}

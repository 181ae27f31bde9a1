// Whoever has stored as much as they can, and asks for all of it again and again.
import { sql } from 'kysely'
import { endpoints } from '#contract/index.ts'
import { signedInMember } from '../loadedServer.ts'
import type { Attack } from './attack.ts'
import { addressIn, apiCall, call } from './calls.ts'

export const exportAttacks: readonly Attack[] = [
  {
    name: '50,000 kept answers and 20,000 sign-ins of one member, and twenty exports at once',
    async run(target) {
      const { id, token } = await signedInMember(target)
      const answer = JSON.stringify({ status: 'x'.repeat(1000) })
      await sql`insert into idempotency_keys (member_id, route, key, sent_hash, body_hash, answer)
        select ${id}::uuid, 'attack', gen_random_uuid(), '', '', ${answer}::jsonb
        from generate_series(1, 50000)`.execute(target.db)
      await sql`insert into session_families (id, member_id, created_at, ends_at)
        select gen_random_uuid(), ${id}::uuid, now() - n * interval '1 second', now()
        from generate_series(1, 20000) n`.execute(target.db)
      const one = { ...apiCall(endpoints.exportAccount, { token }), from: addressIn(1) }
      const answers = await Promise.all(Array.from({ length: 20 }, () => call(target.port, one)))
      const statuses = answers.map(({ status }) => status)
      target.check(
        'each is sent, or told to wait',
        statuses.every((status) => [200, 429, 503].includes(status)) && statuses.includes(200),
        statuses.join(', '),
      )
    },
  },
]

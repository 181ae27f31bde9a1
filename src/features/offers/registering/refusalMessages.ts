import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Refusal } from './outcome.ts'

/** What happened, and what to do about it. */
interface RefusalMessages {
  title: MessageDescriptor
  advice: MessageDescriptor
}

/** The contract's reasons (specification section 4), of which the last three are this club's own. */
export const refusalMessages: Record<Refusal, RefusalMessages> = {
  eventFull: {
    title: msg`This event is full`,
    advice: msg`There aren’t enough places left, and you can’t join a waiting list. Try fewer places, or check back later: other members may cancel.`,
  },
  userFull: {
    title: msg`You can’t have that many places`,
    advice: msg`There’s a limit for each member. My events shows the places that you have or are waiting for.`,
  },
  comingSoon: {
    title: msg`Registration isn’t open to you yet`,
    advice: msg`The event’s page says when registration opens. All times are Hong Kong time.`,
  },
  closed: {
    title: msg`Registration has closed`,
    advice: msg`Registration has closed. All times are Hong Kong time. Have a look at our other events.`,
  },
  notFound: {
    title: msg`This event isn’t available`,
    advice: msg`We no longer offer it. Have a look at our other events.`,
  },
  suspended: {
    title: msg`Your membership is suspended`,
    advice: msg`Until we lift the suspension, you can’t register for events. Your account says why.`,
  },
}

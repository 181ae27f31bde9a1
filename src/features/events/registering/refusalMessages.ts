import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Refusal } from './outcome.ts'

/** What happened, and what to do about it. */
interface RefusalMessages {
  title: MessageDescriptor
  advice: MessageDescriptor
}

/** The contract's reasons (specification section 4), of which the last two are this club's own. */
export const refusalMessages: Record<Refusal, RefusalMessages> = {
  eventFull: {
    title: msg`This event is full`,
    advice: msg`There aren’t enough places left, and there is no waiting list for them. Try fewer places, or look again later: other members may cancel.`,
  },
  userFull: {
    title: msg`You can’t have that many places`,
    advice: msg`Each member may have only so many for this event. My events shows what you already have or wait for.`,
  },
  comingSoon: {
    title: msg`Registration isn’t open to you yet`,
    advice: msg`The event’s page says when it opens. All times are Hong Kong time.`,
  },
  closed: {
    title: msg`Registration has closed`,
    advice: msg`Its last moment has passed, by Hong Kong time. Have a look at our other events.`,
  },
  notFound: {
    title: msg`This event isn’t available`,
    advice: msg`We no longer offer it. Have a look at our other events.`,
  },
}

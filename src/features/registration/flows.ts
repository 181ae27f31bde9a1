import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Form, FormType } from '#contract/registration/formTypes.ts'
import { fee } from './fee.ts'

/** A way through a form, and its words. The form's steps and fields are in the contract. */
export interface Flow {
  form: Form
  title: MessageDescriptor
  lead: MessageDescriptor
  /** The button of the last step. */
  submit: MessageDescriptor
  /** All steps at once, with one button. */
  isStraight?: true
}

/** A way to join, one step after the other. */
export interface JoiningFlow extends Flow {
  form: FormType
  /** The page of the form, where the address names the step. */
  page:
    | '/$lang/registration-free'
    | '/$lang/registration-red'
    | '/$lang/registration-sc'
    | '/$lang/registration-free-tier-upgrade'
    | '/$lang/registration-existing'
    | '/$lang/registration-ya'
  /** Whether the tier was chosen before the first step, so that the way back leads there. */
  hasTierChoice?: true
  /**
   * What follows once the profile is saved: a payment for the tier or for the application, an upgrade that gives the
   * tier (`upgrades/`), or nothing, for the tier that one has.
   */
  completion: 'none' | 'tier-payment' | 'youth-payment' | 'upgrade'
}

export const flows = {
  free: {
    form: 'free',
    page: '/$lang/registration-free',
    title: msg`Join as a Basic member`,
    lead: msg`Free. Three short steps; most fields are optional.`,
    submit: msg`Join Club Bravo`,
    hasTierChoice: true,
    completion: 'none',
  },
  red: {
    form: 'red',
    page: '/$lang/registration-red',
    title: msg`Become a Red member`,
    lead: msg`Tell us who you are, then pay by card.`,
    submit: msg`Pay ${fee}`,
    hasTierChoice: true,
    completion: 'tier-payment',
  },
  ya: {
    form: 'ya',
    page: '/$lang/registration-ya',
    title: msg`Apply to the Young Audience Scheme`,
    lead: msg`For students from kindergarten to post-secondary level. You pay ${fee} by card at the end, and we refund it if we can’t approve your application.`,
    submit: msg`Pay ${fee}`,
    completion: 'youth-payment',
  },
  sc: {
    form: 'sc',
    page: '/$lang/registration-sc',
    title: msg`Redeem your card partner upgrade`,
    lead: msg`Three short steps about you, and your new tier is yours. There’s no annual fee.`,
    submit: msg`Redeem my upgrade`,
    completion: 'upgrade',
  },
  'free-tier-upgrade': {
    form: 'free-tier-upgrade',
    page: '/$lang/registration-free-tier-upgrade',
    title: msg`Accept your invitation`,
    lead: msg`Three short steps about you, and your new tier is yours, free of charge.`,
    submit: msg`Accept my invitation`,
    completion: 'upgrade',
  },
  existing: {
    form: 'existing',
    page: '/$lang/registration-existing',
    title: msg`Link your earlier membership`,
    lead: msg`Check your details. The last step links your membership to your account.`,
    submit: msg`Link my membership`,
    completion: 'upgrade',
  },
  edit: {
    form: 'edit',
    title: msg`Edit your profile`,
    lead: msg`Change your details.`,
    submit: msg`Save`,
    isStraight: true,
  },
} as const satisfies Record<string, Flow | JoiningFlow>

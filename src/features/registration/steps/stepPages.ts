import type { Step } from '#contract/registration/registration.ts'
import { about } from './about.ts'
import { contact } from './contact.ts'
import { preference } from './preference.ts'
import { school } from './school.ts'
import type { StepPage } from './stepPage.ts'

/** How each step looks. */
export const stepPages: Readonly<Record<Step, StepPage>> = { about, contact, preference, school }

import type { Mutation } from './mutation.ts'
import { sendingMutations } from './sendingMutations.ts'
import { storingMutations } from './storingMutations.ts'

export const mutations: readonly Mutation[] = [...sendingMutations, ...storingMutations]

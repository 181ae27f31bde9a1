import type { Endpoints } from '#contract/index.ts'
import { endApiKeyAsStaff, listApiKeys, makeApiKey } from '#server/services/staff/apiKeys.ts'
import type { Handler } from '../handler.ts'

const listKeys: Handler<Endpoints['listKeys']> = async (_request, { db }) => ({ keys: await listApiKeys(db) })

const makeKey: Handler<Endpoints['makeKey']> = (request, { db, now }) => makeApiKey(db, { ...request, now })

const endKey: Handler<Endpoints['endKey']> = ({ id }, { db, now }) => endApiKeyAsStaff(db, { id, now })

export const keyHandlers = { listKeys, makeKey, endKey }

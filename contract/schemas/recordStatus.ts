import * as v from 'valibot'

/**
 * Both sets of specification section 3: active, draft and public records are visible, inactive and hidden ones are not.
 */
export const recordStatuses = ['active', 'draft', 'public', 'inactive', 'hidden'] as const
export const RecordStatus = v.picklist(recordStatuses)

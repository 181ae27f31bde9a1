import { readFile } from 'node:fs/promises'
import type { Endpoints } from '#contract/index.ts'
import {
  discardDraftAsStaff,
  listEntries,
  moveAsStaff,
  previewEntry,
  publishDraftAsStaff,
  readEntry,
  restoreAsStaff,
  saveDraftAsStaff,
} from '#server/services/staff/contentEditing.ts'
import { addPictureAsStaff, readPictures } from '#server/services/staff/pictures.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import { AnswerLines, type Handler } from '../handler.ts'

const listContents: Handler<Endpoints['listContents']> = (_request, { db }) => listEntries(db)

const readContent: Handler<Endpoints['readContent']> = async (request, { db, dependencies }) => ({
  entry: await readEntry(db, request, dependencies.rules),
})

const saveContent: Handler<Endpoints['saveContent']> = (request, { db, now }) =>
  saveDraftAsStaff(db, { ...request, now })

const discardContent: Handler<Endpoints['discardContent']> = (request, { db }) => discardDraftAsStaff(db, request)

const publishContent: Handler<Endpoints['publishContent']> = (request, { db, now, dependencies }) =>
  publishDraftAsStaff(db, { ...request, now }, dependencies.rules)

const restoreContent: Handler<Endpoints['restoreContent']> = (request, { db, now, dependencies }) =>
  restoreAsStaff(db, { ...request, now }, dependencies.rules)

const moveContent: Handler<Endpoints['moveContent']> = (request, { db, now }) => moveAsStaff(db, { ...request, now })

const previewContent: Handler<Endpoints['previewContent']> = (request, { db, dependencies }) =>
  previewEntry(db, request, dependencies.rules)

const listPictures: Handler<Endpoints['listPictures']> = async (_request, { db }) => ({
  pictures: await readPictures(db),
})

const addPicture: Handler<Endpoints['addPicture']> = async (request, { db, filePath }) => {
  if (filePath === null) throw new HttpError(400, { message: 'The file comes in a form' })
  const bytes = await readFile(filePath)
  return new AnswerLines(() => addPictureAsStaff(db, { ...request, bytes }))
}

export const contentHandlers = {
  listContents,
  readContent,
  saveContent,
  discardContent,
  publishContent,
  restoreContent,
  moveContent,
  previewContent,
  listPictures,
  addPicture,
}

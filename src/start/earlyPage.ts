import { parsed, startApp } from './startApp.ts'
import { watchDocument } from './watchDocument.ts'

/* The inline script of a document: bundled by the build, and allowed by its hash. */
watchDocument()
void parsed.then(startApp)

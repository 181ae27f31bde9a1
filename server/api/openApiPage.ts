import { html } from 'hono/html'
import { type OpenApiDocument, openApiPath } from './openApi.ts'

/** The address of the page, in development only. */
export const openApiPagePath = '/api/docs'

/** The document to read in a browser: each call with its parameters and schemas. */
export function openApiPage({ paths }: OpenApiDocument) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => html`
        <details>
          <summary>
            <code>${method.toUpperCase()} ${path}</code> ${operation['operationId']}: ${operation['summary']}
          </summary>
          <pre>${JSON.stringify(operation, null, 2)}</pre>
        </details>
      `,
    ),
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Club Bravo: API</title>
      </head>
      <body>
        <h1>Club Bravo: API</h1>
        <p><a href="${openApiPath}">OpenAPI 3.1 document</a></p>
        ${calls}
      </body>
    </html>`
}

// A Hono server that answers every GET with the bytes that it read from its standard input: what the product's own is
// compared with.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
const bytes = Buffer.concat(chunks)
const app = new Hono()
app.get('*', (c) => c.body(bytes, 200, { 'Content-Type': 'application/json', 'Content-Encoding': 'br' }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(port))

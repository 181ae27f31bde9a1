import { serverPagesManifest, serverPagesModule } from './rendering.ts'

/**
 * Builds the server's pages and mails into a folder: one module for Node, which the server loads (rendering.ts), and
 * the style sheet, script and font of the pages below `assets`, with names that change with their content.
 *
 * @param root the project
 */
export async function buildServerPages(root: string, folder: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    root,
    logLevel: 'error',
    build: {
      ssr: 'server/pages/serverPages.tsx',
      ssrEmitAssets: true,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: serverPagesManifest,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: serverPagesModule } },
    },
    ssr: { noExternal: true },
    // A bundle for Node would otherwise choose between React's development and production builds at run time. Vite's
    // development server has said which one the JSX is compiled for.
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env['NODE_ENV'] ?? 'production') },
  })
}

/** A point in the viewport, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** What a driver can do with a tab. Everything else that a journey needs is built on it (page.ts). */
export interface Tab {
  /** Begins to load an address, and does not wait for it. */
  begin: (address: string) => Promise<void>
  /**
   * Evaluates an expression in the page, awaits it, and returns its JSON (null for undefined). Fails while the page
   * changes.
   */
  evaluate: (expression: string) => Promise<string>
  /** Presses with the mouse. Resolves when the button is up, whatever the press does. */
  pressAt: (point: Point) => Promise<void>
  /** Moves the mouse there, and changes its button. */
  mouse: (button: 'down' | 'up', point: Point) => Promise<void>
  /** Selects files, by their paths, in the first file field. */
  chooseFiles: (paths: readonly string[]) => Promise<void>
  /** Goes back in the history, and does not wait. */
  back: () => Promise<void>
  forward: () => Promise<void>
  close: () => Promise<void>
}

/** A running browser with a profile folder that outlives it. */
export interface Browser {
  newTab: () => Promise<Tab>
  /** Quits normally: the browser writes its data first. */
  quit: () => Promise<void>
}

/** A kind of browser that may be installed on this machine. */
export interface BrowserKind {
  name: string
  /** The version; or, if something is not installed, a sentence that says what. */
  find: () => Promise<{ version: string } | { missing: string }>
  /** @param profile the folder of its profile; may be empty */
  launch: (profile: string) => Promise<Browser>
}

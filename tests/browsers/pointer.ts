import type { Point } from './tab.ts'

/** Actions of a mouse, the same in both protocols. Source: https://www.w3.org/TR/webdriver2, 15.4.2 */
export const moveTo = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y) })
export const change = (button: 'down' | 'up') => ({ type: button === 'down' ? 'pointerDown' : 'pointerUp', button: 0 })

/** Whether a page of another site sent the request. Requests without these headers do not come from a browser. */
export function isCrossSite(headers: Headers, origin: string): boolean {
  const from = headers.get('origin')
  return headers.get('sec-fetch-site') === 'cross-site' || (from !== null && from !== origin)
}

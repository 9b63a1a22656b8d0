import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Discards what a client still sends after its response. Node does so only for a body whose reading has not begun. Otherwise the client,
 * which cannot send the rest, would hold its connection until its time limit. A reader that gave up may still listen, and so may its
 * decoder.
 */
export function discardUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => request.removeAllListeners('readable').unpipe().resume())
}

import type { Receiver } from '../receiver.js'
import { segmentTrack } from './segment-track.js'
import { slackMessage } from './slack-message.js'

const formats: Partial<Record<Receiver, (event: Buffer) => Buffer>> = { slack: slackMessage, segment: segmentTrack }

/** What a receiver gets for an event: the event itself, unless it takes only bodies of its own. */
export const sentBody = (receiver: Receiver, event: Buffer): Buffer => formats[receiver]?.(event) ?? event

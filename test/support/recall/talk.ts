/** Conversations written for these tests, in the shape in which LoCoMo keeps its own. */
import type { LocomoSample } from '../../../bench/support/recall-files.js'

/** What is said, and the question that nothing else in all conversations answers as well. Without one it is there to mislead. */
export type Line = string | [said: string, question: string]

/** One after the other, the two speakers take turns within a session. */
export function talk(id: string, speakers: [string, string], sessions: Record<string, Line[]>): LocomoSample {
  const conversation: LocomoSample['conversation'] = { speaker_a: speakers[0], speaker_b: speakers[1] }
  const qa: LocomoSample['qa'] = []
  for (const [at, [date, lines]] of Object.entries(sessions).entries()) {
    conversation[`session_${at + 1}_date_time`] = date
    conversation[`session_${at + 1}`] = lines.map((line, turn) => {
      const dia_id = `D${at + 1}:${turn + 1}`
      const [text, question] = typeof line === 'string' ? [line] : line
      if (question) qa.push({ question, evidence: [dia_id], category: 1 })
      return { speaker: speakers[turn % 2] as string, dia_id, text }
    })
  }
  return { sample_id: id, conversation, qa }
}

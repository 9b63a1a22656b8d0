/** Test conversations in the format of the LoCoMo data set. */
import type { LocomoSample } from '../../../bench/support/memory-benchmarks.js'

/** A line, and a question that this line answers better than any other of all conversations. Lines without a question are distractors. */
export type Line = string | [text: string, question: string]

/** Builds a conversation. The two speakers take turns within each session. */
export function conversation(id: string, speakers: [string, string], sessions: Record<string, Line[]>): LocomoSample {
  const sample: LocomoSample['conversation'] = { speaker_a: speakers[0], speaker_b: speakers[1] }
  const qa: LocomoSample['qa'] = []
  for (const [at, [date, lines]] of Object.entries(sessions).entries()) {
    sample[`session_${at + 1}_date_time`] = date
    sample[`session_${at + 1}`] = lines.map((line, turn) => {
      const dia_id = `D${at + 1}:${turn + 1}`
      const [text, question] = typeof line === 'string' ? [line] : line
      if (question) qa.push({ question, evidence: [dia_id], category: 1 })
      return { speaker: speakers[turn % 2] as string, dia_id, text }
    })
  }
  return { sample_id: id, conversation: sample, qa }
}

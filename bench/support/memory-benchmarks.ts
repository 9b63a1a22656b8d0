/** Parses the question files of two public memory benchmarks into one form. The files are the user's own copies. */

/** Texts, and questions whose answers are in some of them. */
export interface Haystack {
  name: string
  texts: { id: string; text: string; at: Date | null }[]
  questions: { text: string; kind: string; evidence: string[] }[]
}

export interface LocomoTurn {
  speaker: string
  dia_id: string
  text: string
}

export interface LocomoSample {
  sample_id: string
  /** `session_1`, `session_1_date_time`, ...: turns and dates side by side. */
  conversation: Record<string, string | LocomoTurn[]>
  qa: { question: string; evidence: string[]; category: number }[]
}

export interface LongMemEvalQuestion {
  question_id: string
  question_type: string
  question: string
  haystack_session_ids: string[]
  haystack_dates: string[]
  haystack_sessions: { role: string; content: string }[][]
  answer_session_ids: string[]
}

/** One text per turn. */
export function fromLocomo(samples: readonly LocomoSample[]): Haystack[] {
  return samples.map(({ sample_id, conversation, qa }) => ({
    name: sample_id,
    texts: Object.entries(conversation).flatMap(([key, turns]) =>
      Array.isArray(turns)
        ? turns.map(({ speaker, dia_id, text }) => ({
            id: dia_id,
            text: `${speaker}: ${text}`,
            at: parseDate(conversation[`${key}_date_time`]),
          }))
        : [],
    ),
    questions: qa
      .filter(({ evidence }) => evidence.length > 0)
      .map(({ question, evidence, category }) => ({ text: question, kind: String(category), evidence })),
  }))
}

/** One text per session. Questions without an answer in the texts are left out. */
export function fromLongMemEval(questions: readonly LongMemEvalQuestion[]): Haystack[] {
  return questions
    .filter(({ question_id, answer_session_ids }) => !question_id.endsWith('_abs') && answer_session_ids.length > 0)
    .map((one) => ({
      name: one.question_id,
      texts: one.haystack_sessions.map((turns, at) => ({
        id: one.haystack_session_ids[at] as string,
        text: turns.map(({ role, content }) => `${role}: ${content}`).join('\n'),
        at: parseDate(one.haystack_dates[at]?.replace(/ \(\w+\)/, '')),
      })),
      questions: [{ text: one.question, kind: one.question_type, evidence: one.answer_session_ids }],
    }))
}

/** Detects the benchmark from the content of the file. */
export function parseHaystacks(file: unknown): Haystack[] {
  const [first] = Array.isArray(file) ? (file as object[]) : []
  if (first && 'haystack_sessions' in first) return fromLongMemEval(file as LongMemEvalQuestion[])
  if (first && 'conversation' in first) return fromLocomo(file as LocomoSample[])
  throw new Error(
    'The file is neither of LongMemEval nor of LoCoMo: a list of questions with `haystack_sessions`, or of samples with a `conversation`.',
  )
}

/** Merges several haystacks into one, which makes retrieval harder. */
export const merged = (name: string, haystacks: readonly Haystack[]): Haystack => ({
  name,
  texts: haystacks.flatMap((one) => one.texts.map((text) => ({ ...text, id: `${one.name}/${text.id}` }))),
  questions: haystacks.flatMap((one) =>
    one.questions.map((question) => ({ ...question, evidence: question.evidence.map((id) => `${one.name}/${id}`) })),
  ),
})

function parseDate(text: unknown): Date | null {
  if (typeof text !== 'string') return null
  const [, time, day] = /^(\d+:\d+ [ap]m) on (.+)$/.exec(text) ?? []
  const at = new Date(`${day ? `${day.replace(',', '')} ${time}` : text} UTC`)
  return Number.isNaN(at.getTime()) ? null : at
}

import { useEffect, useState } from 'preact/hooks'
import { type ApiError, type Output, urlOf } from '../api-client.js'
import { useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'

export type Job = Output<'listJobs'>[number]
export type JobDetails = Output<'getJob'>

interface WatchedJob {
  job: JobDetails | undefined
  error: ApiError | null
  reload(): void
}

/** A job, which is updated as it makes progress. Its refused elements are those of the last load: the first hundred. */
export function useJob(id: string): WatchedJob {
  const { call, workspace } = useSession()
  const { value, error, reload } = useLoad(id, (signal) => call('getJob', { params: { id } }, signal))
  const [change, setChange] = useState<Job | null>(null)
  const isRunning = value !== undefined && value.finishedAt === null
  useEffect(() => {
    if (!isRunning) return
    const stream = new EventSource(urlOf('getJob', { params: { id } }, workspace.id))
    stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as Job
      setChange(next)
      if (next.finishedAt === null) return
      // The details name the refused elements.
      stream.close()
      reload()
    })
    return () => stream.close()
  }, [id, isRunning])
  const isNewer = change !== null && change.id === id && isRunning
  return { job: value && (isNewer ? { ...value, ...change } : value), error, reload }
}

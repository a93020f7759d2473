import axios, { type AxiosProgressEvent, type AxiosRequestConfig, type AxiosResponse } from 'axios'
import type { FailureBody } from '#contract/core/envelope.ts'
import type { DataOf, InputOf, Operation } from '#contract/core/operation.ts'
import { VIEW_AS_HEADER } from '#contract/view-as.ts'
import { withProof } from './confirm.ts'
import { concernOf, present, presentWide } from './errors.ts'
import { CallFailure, CancelledCall, DeclinedProof, FailedCall, NetworkFailure } from './failures.ts'
import { csrfToken, localValue, sessionValue } from './storage.ts'
import { currentView } from './view-as.ts'

export { CallFailure, NetworkFailure, sentenceOf } from './failures.ts'

type Options = {
  signal?: AbortSignal
  /** Sent as the header by which the request can be cancelled. Source: spec section 7. */
  requestId?: string
  onUploadProgress?: (event: AxiosProgressEvent) => void
  /**
   * The caller shows the failure itself, beside what failed. What concerns more than that still reaches the shell, see
   * `presentWide`.
   */
  quiet?: boolean
  /** Quiet, and reads something beside the page (a drawer, a badge): if it does not exist, the page stays. */
  aside?: boolean
  /**
   * Quiet, and the shell ignores the failure altogether: the caller creates a session, or continues in the background
   * whatever page is open.
   */
  stays?: boolean
}

/**
 * The only axios instance: adds the spec's headers to requests and unwraps the envelope of responses. Source: spec
 * section 7.
 */
export const http = axios.create({
  baseURL: '/api',
  withCredentials: true,
  validateStatus: () => true,
  paramsSerializer: { indexes: null },
})

http.interceptors.request.use((config) => {
  const csrf = csrfToken()
  if (csrf) {
    config.headers.set('DS_TOKEN', csrf)
    config.headers.set('Authorization', csrf)
  }
  const spaceId = sessionValue('spaceId')
  if (spaceId) config.headers.set('spaceId', spaceId)
  const view = currentView()
  if (view) config.headers.set(VIEW_AS_HEADER, `${view.spaceId} ${view.role}`)
  config.headers.set('Accept-Language', localValue('lang') === 'en' ? 'en' : 'zh-CN')
  return config
})

const isEnvelope = (body: unknown): body is { code: number; data: unknown } =>
  typeof body === 'object' && body !== null && 'code' in body

http.interceptors.response.use(
  (response: AxiosResponse<unknown>) => {
    const body = response.data
    if (!isEnvelope(body)) throw new NetworkFailure(`status ${response.status} without an envelope`, response.status)
    if (body.code !== 0) throw new CallFailure(body as FailureBody)
    return { ...response, data: body.data }
  },
  (error: unknown) => {
    if (axios.isCancel(error)) throw new CancelledCall()
    throw new NetworkFailure(error instanceof Error ? error.message : String(error))
  },
)

function requestOf(
  operation: Operation,
  input: Record<string, unknown> | FormData,
  options: Options,
): AxiosRequestConfig {
  const { signal, onUploadProgress, requestId } = options
  const shared = { method: operation.method, signal, onUploadProgress, headers: requestId ? { reqId: requestId } : {} }
  if (input instanceof FormData) return { ...shared, url: operation.path, data: input }
  const rest = { ...input }
  const url = operation.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (operation.method === 'GET') return { ...shared, url, params: rest }
  if (operation.body === 'json')
    return { ...shared, url, data: rest, headers: { ...shared.headers, 'content-type': 'application/json' } }
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) form.set(name, String(value))
  return { ...shared, url, data: form }
}

/**
 * Calls an operation and returns its data. A form with a file (`body: 'multipart'`) is passed as FormData. If the
 * operation requires a recent identity confirmation, the shell asks the user for it, and the call is retried. Rejects
 * with CallFailure, NetworkFailure or CancelledCall; unless `quiet`, the shell has shown the failure by then.
 */
export async function call<O extends Operation>(
  operation: O,
  input: InputOf<O> | FormData,
  options: Options = {},
): Promise<DataOf<O>> {
  try {
    const request = requestOf(operation, input as Record<string, unknown>, options)
    return (await withProof(() => http.request<DataOf<O>>(request))).data
  } catch (failure) {
    if (failure instanceof FailedCall) failure.act = operation.act
    if (!options.quiet && !(failure instanceof DeclinedProof)) present(failure)
    else if (!options.stays) presentWide(failure, concernOf(operation, options))
    throw failure
  }
}

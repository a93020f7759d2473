import './records.css'

/** One of several for which it did not work. */
export type Failed = { id: string; name: string; note?: string; reason: string }

/** Row by row what did not work, and why. */
export function OutcomeReport({ text, failed }: { text?: string; failed: readonly Failed[] }) {
  return (
    <>
      {text && <p>{text}</p>}
      <ul className="report">
        {failed.map(({ id, name, note, reason }) => (
          <li key={id}>
            <b>{name}</b> {note && <small>{note}</small>}
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

type Outcome = { id: string; isDone: boolean; message: string }

/** What became of several that were sent together: how many are done, and which are not. */
export function sortedOut(outcomes: readonly Outcome[], nameOf: (id: string) => string) {
  const failed = outcomes
    .filter(({ isDone }) => !isDone)
    .map(({ id, message }): Failed => ({ id, name: nameOf(id), reason: message }))
  return { done: outcomes.length - failed.length, failed }
}

/** The policy of the frame: no scripts, no requests, no navigation. */
const GUARD =
  '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:"><meta name="color-scheme" content="light"><base target="_blank">'

/** A mail as its reader sees it, isolated from the page. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  return <iframe className="mail-frame" title={title} sandbox="" srcDoc={GUARD + html} />
}

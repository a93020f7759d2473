/** Nothing of a mail may run, load or lead anywhere: it is only looked at. */
const GUARD =
  '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:"><meta name="color-scheme" content="light"><base target="_blank">'

/** A mail as it looks, shut off from the page around it. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  return <iframe className="mail-frame" title={title} sandbox="" srcDoc={GUARD + html} />
}

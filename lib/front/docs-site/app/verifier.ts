import { newDomElement } from './elements.ts';
import { pastedDeliveryFaults } from './pasted-delivery-faults.ts';

/** An element with a field and its label. The id of the field is derived from the label. */
function withLabel(label: string, field: HTMLInputElement | HTMLTextAreaElement): HTMLElement {
  field.id = `verifier-${label.replaceAll(/\W+/g, '-')}`;
  return newDomElement('div', {}, newDomElement('label', { for: field.id }, label), field);
}

/** Adds a form to the guide on webhooks that verifies a delivery. The signature is computed in the browser; nothing is sent. */
export function addWebhookVerifierForm(): void {
  const heading = document.getElementById('try-it');
  if (document.body.dataset.page !== 'webhooks' || heading === null) return;
  const input = (): HTMLInputElement => newDomElement('input', { autocomplete: 'off', spellcheck: 'false' });
  const [secret, id, timestamp, signatures] = [input(), input(), input(), input()] as const;
  const body = newDomElement('textarea', { rows: '5', spellcheck: 'false' });
  const result = newDomElement('div', { role: 'status', class: 'result' });
  const form = newDomElement(
    'form',
    { class: 'verifier', 'aria-labelledby': 'verifier-title' },
    newDomElement('h3', { id: 'verifier-title' }, 'Verify a delivery here'),
    newDomElement('p', {}, 'Your browser computes the signature. Nothing that you put in is sent.'),
    withLabel('Signing secret', secret),
    withLabel('webhook-id', id),
    withLabel('webhook-timestamp', timestamp),
    withLabel('webhook-signature', signatures),
    withLabel('Body, as it came', body),
    newDomElement('button', { type: 'submit' }, 'Verify'),
    result,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (crypto.subtle === undefined) {
      result.textContent = 'Browsers compute signatures only on https and on localhost.';
      return;
    }
    const delivery = {
      secret: secret.value,
      id: id.value,
      timestamp: timestamp.value,
      signatures: signatures.value,
      body: body.value,
    };
    const faults = await pastedDeliveryFaults(delivery, Math.floor(Date.now() / 1000));
    result.dataset.state = faults.length === 0 ? 'good' : 'bad';
    result.replaceChildren(
      ...(faults.length === 0 ? ['Genuine: the signature matches.'] : faults).map((text) =>
        newDomElement('p', {}, text),
      ),
    );
  });
  heading.before(form);
}

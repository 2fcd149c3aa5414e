/** Attributes of an element, without properties that every element has. */
type Attributes = Readonly<Record<string, string | boolean>>;

/** An element with attributes and content. Texts stay texts. */
export function htmlElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value === true) made.setAttribute(key, '');
    else if (value !== false) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

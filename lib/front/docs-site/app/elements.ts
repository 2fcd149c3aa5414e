/** Attributes of an element; true: an attribute without a value, false: no attribute. */
type Attributes = Readonly<Record<string, string | boolean>>;

/** A new element with attributes and content. Texts are not parsed as HTML. */
export function newDomElement<Name extends keyof HTMLElementTagNameMap>(
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

import { useEffect, useRef } from "preact/hooks";
import { KEY_BINDINGS } from "../logic/keys.ts";
import { isHelpOpen } from "../state.ts";

/**
 * Shows the list of keys in the browser's own dialog. The dialog keeps the focus inside, closes on Escape and restores
 * the focus.
 */
export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = isHelpOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const close = (): void => {
    isHelpOpen.value = false;
  };
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEY_BINDINGS.map(({ keys, means }) => (
          <div key={means}>
            <dt>
              {keys.map((key, index) => (
                <kbd key={index}>{key}</kbd>
              ))}
            </dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  );
}

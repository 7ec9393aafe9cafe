import { widgetOf } from "../host/widget";
import { corpusView } from "../views/corpus/view";

export const { mount, render } = widgetOf(corpusView);
export default { render };

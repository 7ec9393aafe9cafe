<tstset setid="any" srclang="any" trglang="any">
<doc docid="any" sysid="sys">
<seg id="1"> The ferry left the old port before the sun rose. </seg>
<seg id="2"> A number of fishermen mended their nets on the quay. </seg>
<seg id="3"> Nobody told the baker the market was closed. </seg>
<seg id="4"> In the evening the children ran to the house through the rain. </seg>
<seg id="5"> The mayor has promised the repair of the bridge in the spring. </seg>
<seg id="6"> Three boats returned; two of them were empty. </seg>
<seg id="7"> She has written a long letter to her sister in town. </seg>
<seg id="8"> Because of the snow the train stopped two times. </seg>
<seg id="9"> Ferry goes. </seg>
<seg id="10"> Several fishermen were mending their nets on the quay. </seg>
<seg id="11"> Somebody told market the baker. </seg>
<seg id="12"> In the evening, children home rain. </seg>
<seg id="13"> The mayor has promised the repair of the bridge in the spring. </seg>
<seg id="14"> Empty boats. </seg>
<seg id="15"> She wrote to the city. </seg>
<seg id="16"> Xylophone quartz. </seg>
</doc>
</tstset>

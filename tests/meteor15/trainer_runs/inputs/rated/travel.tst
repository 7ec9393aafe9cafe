<tstset setid="any" srclang="any" trglang="any">
<doc docid="any" sysid="sys">
<seg id="1"> The library opens at nine o'clock and it closes at six. </seg>
<seg id="2"> Our neighbors have bought a little house at the lake. </seg>
<seg id="3"> To travel by bus is cheaper than to travel by train. </seg>
<seg id="4"> The doctor asked him to sleep more and work less. </seg>
<seg id="5"> Several visitors waited outside of the museum. </seg>
<seg id="6"> The old clock of the hall stopped again. </seg>
<seg id="7"> The library opens nine, closes six. </seg>
<seg id="8"> Our neighbour buys a small house by the sea. </seg>
<seg id="9"> It is cheap to travel by bus as by the train. </seg>
<seg id="10"> Him the doctor asked more sleep and less work. </seg>
<seg id="11"> Several visitors were waiting outside the museum. </seg>
<seg id="12"> Again stopped has the old clock in the hall. </seg>
</doc>
</tstset>
